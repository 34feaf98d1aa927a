// The status is what a native says, for which there is a row in the test.
public class Answer {
    static native int answer(int of);

    public static void main(String[] args) {
        System.exit(answer(6));
    }
}
