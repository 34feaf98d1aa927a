/** An object that leads to others, and static fields that lead to such objects. */
class Cell {
    static Cell first;
    static Cell second;
    static int count;
    static long when;

    int number;
    long time;
    Cell next;
    final Cell kept;
    final Cell[] many;

    Cell(Cell kept, Cell[] many) {
        this.kept = kept;
        this.many = many;
    }

    /** Has registers of all sorts, of which only some matter behind the call. */
    static void walk() {
        int steps = 3;
        Cell cell = first;
        while (steps > 0) {
            cell = pass(cell, steps);
            steps--;
        }
        count = steps;
    }

    static void one() {
        count = 1;
    }

    static void two() {
        count = 1;
    }

    static Cell pass(Cell cell, int steps) {
        return steps > 1 ? cell : null;
    }
}
