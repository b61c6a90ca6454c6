// A code editor for Python.

import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { python } from "@codemirror/lang-python";
import { bracketMatching, HighlightStyle, indentOnInput, indentUnit, syntaxHighlighting } from "@codemirror/language";
import { EditorState } from "@codemirror/state";
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";

const colors = HighlightStyle.define([
  { tag: [tags.keyword, tags.operatorKeyword, tags.bool, tags.null], color: "var(--keyword)" },
  { tag: [tags.string, tags.special(tags.string)], color: "var(--string)" },
  { tag: tags.number, color: "var(--number)" },
  { tag: tags.comment, color: "var(--comment)" },
  { tag: [tags.function(tags.definition(tags.variableName)), tags.className], color: "var(--name)" },
]);

const look = EditorView.theme({
  "&": { fontSize: "0.85rem", color: "var(--ink)", backgroundColor: "var(--field)" },
  "&.cm-focused": { outline: "2px solid var(--accent)" },
  ".cm-scroller": { fontFamily: "var(--mono)", maxHeight: "30rem" },
  ".cm-content": { caretColor: "var(--ink)" },
  ".cm-cursor": { borderLeftColor: "var(--ink)" },
  ".cm-gutters": { color: "var(--comment)", backgroundColor: "var(--field)", border: "none" },
  ".cm-activeLine": { backgroundColor: "var(--line)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": {
    backgroundColor: "var(--selection)",
  },
});

export function editorIn(element, label, describedBy, run) {
  // The editor makes style sheets. The policy of the page allows that within a shadow tree only.
  return new EditorView({
    parent: element.attachShadow({ mode: "open" }),
    root: element.shadowRoot,
    extensions: [
      keymap.of([{ key: "Mod-Enter", run: () => (run(), true) }, ...defaultKeymap, ...historyKeymap, indentWithTab]),
      history(),
      lineNumbers(),
      drawSelection(),
      highlightActiveLine(),
      bracketMatching(),
      indentOnInput(),
      indentUnit.of("    "),
      EditorState.tabSize.of(4),
      python(),
      syntaxHighlighting(colors),
      look,
      EditorView.contentAttributes.of({ "aria-label": label, "aria-description": describedBy }),
    ],
  });
}

export function show(editor, text) {
  editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: text } });
}
