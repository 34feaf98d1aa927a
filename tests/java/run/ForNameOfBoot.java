// run: min=17
// Classes that are not there, by name: the boot loader's message has the internal name, whole.
public class ForNameOfBoot {
    public static void main(String[] args) {
        for (String name : new String[] {"java.sql.Nope", "Nope", "[Ljava.no.Such;", "[[LNope;"}) {
            for (ClassLoader loader : new ClassLoader[] {null, ForNameOfBoot.class.getClassLoader()}) {
                try {
                    Class.forName(name, false, loader);
                } catch (ClassNotFoundException exception) {
                    System.out.println(exception.getMessage());
                }
            }
        }
    }
}
