// check: verdict=passed
// Of an exit status the system keeps eight bits: this is 0, for `java` as well.
public class ExitOf256 {
    public static void main(String[] args) {
        System.exit(256);
    }
}
