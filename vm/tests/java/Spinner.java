/** Loops of the last thread that is left. */
class Spinner {
    static boolean never;
    static boolean flag;
    static int count;

    static void waits() {
        while (!never) {
        }
    }

    static void counts() {
        while (!never) {
            count++;
        }
    }

    static void toggles() {
        while (!never) {
            flag = !flag;
        }
    }

    static void ends() {
        int sum = 0;
        for (int i = 0; i < 200_000; i++) {
            sum += i;
        }
        count = sum;
    }
}
