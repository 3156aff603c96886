"""What a host can have looked at: each thing is one line, with what to do where it is wrong."""
