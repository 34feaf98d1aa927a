module modular {}
