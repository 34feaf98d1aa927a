// The status is the sign of six: one, or what a row says.
public class Sign {
    public static void main(String[] args) {
        System.exit(Integer.signum(6));
    }
}
