"""Any text or file is either read or refused with the error of its reader, in time and memory that fit its size.
to look at it.
"""

import contextlib
import os
import re
import sys
import tracemalloc
from fnmatch import fnmatchcase

import pytest
from helpers.bounded import time_limit
from helpers.sampling import few, in_turn, slow
from hypothesis import given
from hypothesis import strategies as st
from wrong_input.readers import FILES, TEXTS
from wrong_input.surface import parameters

LONG = [reader for reader in (*TEXTS, *FILES) if reader.long is not None]
MEBIBYTE = 2**20

# Python's own errors, which don't name the place.
FOREIGN = re.compile(r"invalid literal|Exceeds the limit|could not convert|codec can't|to unpack|NoneType|unhashable")

odd_tokens = st.sampled_from([
    "", "-", "-1", "0", "1", "²", "٣", "٠", "9" * 19, "9" * 5000, "nan", "inf", "-inf", "1e9", "1e999", "0x1", "1_0",
    "1.5", "\0", "\ud800", "\ufeff", "\u2028", "\r\n", "\r", "\n", "\n\n", "/", ",", "#", ".", "_", " ", "\t", "@",
    "x", "=", "999999999", "a" * 300, "[" * 500, "p sp 9 9\n", "a 1 1 1\n", "c\n", "version 1\n", "map\n",
    "height 99999\n",
])  # fmt: skip


@st.composite
def mutated(draw, texts):
    """One of the texts with tokens left out, doubled, moved or replaced."""
    tokens = re.findall(r"\w+|\s|[^\w\s]", draw(st.sampled_from(texts)))
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, max(0, len(tokens) - 1)))
        change = draw(st.integers(0, 4))
        part = tokens[at : at + draw(st.integers(1, 6))]
        match change:
            case 0:
                del tokens[at : at + len(part)]
            case 1:
                tokens[at:at] = part * draw(st.sampled_from([1, 2, 40]))
            case 2:
                tokens = tokens[at:] + tokens[:at]
            case _:
                tokens[at : at + change - 3] = [draw(odd_tokens)]
    return "".join(tokens)


def any_text(texts):
    symbols = "".join(sorted(set("".join(texts))))
    odd = st.characters(categories=["Cs", "Cc", "Nd", "No", "Zs"])
    return st.one_of(
        mutated(texts), mutated(texts), st.text(max_size=40), st.text(alphabet=symbols + "0²٣", max_size=40),
        st.lists(odd_tokens, max_size=8).map(" ".join), st.text(odd, max_size=40),
    )  # fmt: skip


def read_or_refused(reader, given):
    try:
        reader.read(given)
    except reader.error as error:
        message = str(error)
        assert FOREIGN.search(message) is None
        assert len(message) < 2000


@in_turn("reader", TEXTS)
def test_the_texts_of_the_table_are_read(reader):
    for text in reader.texts:
        reader.read(text)


@pytest.mark.parametrize(
    "reader",
    [slow(reader) if "NPuzzle.random(goal" in reader.place else reader for reader in TEXTS],
    ids=lambda reader: reader.place,
)
@given(st.data())
def test_any_text_is_read_or_refused_by_its_readers_own_error(reader, data):
    read_or_refused(reader, data.draw(any_text(reader.texts)))


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("files")


@pytest.mark.parametrize("reader", FILES, ids=lambda reader: reader.place)
@given(st.data())
def test_any_file_is_read_or_refused_by_its_readers_own_error(reader, folder, data):
    contents = reader.contents(folder)
    texts = [content.decode("latin-1") for content in contents]
    any_bytes = st.one_of(
        st.binary(max_size=60),
        any_text(texts).map(lambda text: text.encode("utf-8", "replace")),
        mutated(texts).map(lambda text: text.encode("latin-1", "replace")),
    )
    given = data.draw(any_bytes)
    (folder / "given").write_bytes(given)
    read_or_refused(reader, folder / "given")


# --- time and memory --------------------------------------------------------------------------------------------------


def prepared(reader, count, folder):
    text = reader.long(count)
    if isinstance(text, str):
        return text
    (folder / "long").write_bytes(text)
    return folder / "long"


def calls_of(reader, given):
    """How many functions are called, Python's own included, until a text is read or refused."""
    calls = 0

    def count(frame, event, function):
        nonlocal calls
        calls += event in {"call", "c_call"}

    sys.setprofile(count)
    try:
        with contextlib.suppress(reader.error):
            reader.read(given)
    finally:
        sys.setprofile(None)
    return calls


@pytest.mark.parametrize("reader", LONG, ids=lambda reader: reader.place)
def test_a_text_of_twice_the_length_takes_about_twice_the_calls(reader, folder):
    once, twice = (calls_of(reader, prepared(reader, count, folder)) for count in (1_000, 2_000))
    assert twice < 2.2 * once + 100


@pytest.mark.costly
@pytest.mark.parametrize("reader", few(LONG, 4), ids=lambda reader: reader.place)
def test_a_long_text_is_read_in_an_instant_and_in_memory_that_goes_with_its_length(reader, folder):
    given = prepared(reader, 10_000, folder)
    length = len(given) if isinstance(given, str) else given.stat().st_size
    with time_limit():
        tracemalloc.start()
        try:
            with contextlib.suppress(reader.error):
                reader.read(given)
            _, peak = tracemalloc.get_traced_memory()
        finally:
            tracemalloc.stop()
    assert peak < 100 * length + MEBIBYTE


@pytest.mark.parametrize("reader", TEXTS, ids=lambda reader: reader.place)
def test_a_long_text_of_one_token_is_read_or_refused_in_an_instant(reader):
    with time_limit():
        for text in ("9", "-", "/", " ", "(", "a.", "\n", "1 ", "1,", "A\n", "9-", "é", "\ud800"):
            read_or_refused(reader, text * 10_000)


@in_turn("reader", FILES)
@in_turn(
    "content",
    [b"type octile\nheight 999999999\nwidth 999999999\nmap\n.\n", b"p sp 999999999 0\n", b"p sp 999999999 999999999\n",
     b"version 1\n" + b"9" * 10_000, b"p sp " + b"9" * 10_000 + b" 1\n", b"a" * 100_000, b"\0" * 100_000],
)  # fmt: skip
def test_no_header_makes_a_reader_take_memory_that_the_file_does_not_need(reader, folder, content):
    (folder / "huge").write_bytes(content)
    with time_limit():
        tracemalloc.start()
        try:
            read_or_refused(reader, folder / "huge")
            _, peak = tracemalloc.get_traced_memory()
        finally:
            tracemalloc.stop()
    assert peak < 10 * MEBIBYTE


@pytest.mark.parametrize("reader", FILES, ids=lambda reader: reader.place)
def test_a_device_without_an_end_is_refused(reader, monkeypatch):
    monkeypatch.setattr("astarlib._support.text_input.MAX_STREAMED_CHARS", MEBIBYTE)
    with time_limit(), pytest.raises((reader.error, OSError), match=r"it is longer than 1 MiB|isn.t an astarlib"):
        reader.read("/dev/zero")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
@pytest.mark.parametrize("reader", FILES[:3], ids=lambda reader: reader.place)
def test_a_pipe_is_read_as_a_file_is(reader, folder):
    [content, *_] = reader.contents(folder)
    end, begin = os.pipe()
    os.write(begin, content)
    os.close(begin)
    assert reader.read(f"/dev/fd/{end}") is not None
    os.close(end)


def test_everything_that_reads_a_text_or_a_file_is_here():
    patterns = [
        "*(path)",
        "*(tiles)",
        "*npuzzle*(goal)",
        "*(stack)",
        "*(layout)",
        "*from_text(*)",
        "*classic(cells)",
        "*Grid(cells)",
    ]
    others = [
        "*(extra_units)",
        "*.save(path)",
        "*.save_files(path)",
        "*html(path)",
        "*_gif(path)",
        "*.write_page(path)",
        "*.Instance(goal)",
        "*.view(goal)",
        "*.SearchNode(path)",
        "*.Grid.text(path)",
        "*.Grid.rows_and_columns(path)",
        "*.Reservations.add(path)",
        "*.from_text(heuristic)",
    ]

    def matches(place, patterns):
        return any(fnmatchcase(place, pattern) for pattern in patterns)

    reading = {place for place in parameters() if matches(place, patterns) and not matches(place, others)}
    assert reading == {each.place for each in (*TEXTS, *FILES) if "(" in each.place}
