// check: min=25 max=25 verdict=passed
// A scope of tasks (a preview: by reflection) takes over who opened it what is bound: nothing.
public class ScopeOfTasks {
    static int data;

    public static void main(String[] args) throws Exception {
        Class<?> type = Class.forName("java.util.concurrent.StructuredTaskScope");
        Object scope = type.getMethod("open").invoke(null);
        try {
            type.getMethod("fork", Runnable.class).invoke(scope, (Runnable) () -> data = 1);
            type.getMethod("join").invoke(scope);
        } finally {
            type.getMethod("close").invoke(scope);
        }
        assert data == 1;
    }
}
