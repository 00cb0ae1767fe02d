"""What the steady bot does with each kind of option, and when it does not."""
