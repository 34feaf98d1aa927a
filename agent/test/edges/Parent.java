package edges;

/** Has a race, and starts a machine that has it, too. */
public final class Parent {
    static int x;

    public static void main(String[] arguments) throws Exception {
        Process child = null;
        if (arguments.length == 0) {
            child = new ProcessBuilder(System.getProperty("java.home") + "/bin/java", "-cp", System.getProperty("java.class.path"),
                "edges.Parent", "child").inheritIO().start();
        }
        Thread thread = Cases.start(() -> x++);
        x++;
        thread.join();
        if (child != null) {
            child.waitFor();
        }
    }
}
