"""The programs of contenders. Each does its preparations and returns the function to time."""
