"""`make bench`: each figure beside a floor measured in the same run, as a ratio."""

from bench import domain

if __name__ == "__main__":
    domain.main()
