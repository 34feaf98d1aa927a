/** A thread whose name would like to be more than that, and what it throws. </script><b> */
public class Hostile {
    static int x;

    public static void main(String[] arguments) throws Exception {
        String name = "</script><script>window.entered = 1</script><b>\"'&amp;\u001b[31m";
        new Thread(() -> x = 1, name).start();
        x = 2; // </script><script>window.entered = 2</script>
    }
}
