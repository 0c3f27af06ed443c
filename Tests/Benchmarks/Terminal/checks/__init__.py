"""The checks of the table that `rows` prints, by subject."""
