"""训练: fitting the model of the guard to games whose truth is known, and reporting how good it is."""
