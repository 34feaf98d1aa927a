// run: min=17 args="two words" exit=3
public class Echo {
    public static void main(String[] args) {
        System.out.println(String.join("-", args));
        System.exit(3);
    }
}
