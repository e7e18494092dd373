"""Operations of a running site: health, metrics, logging, checks, storage and backup."""
