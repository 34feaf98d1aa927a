/** What a runner costs before it does any work; the other benchmarks are counted less this. */
public class Hello {
    public static void main(String[] args) {
        System.out.println("Hello, world");
    }
}
