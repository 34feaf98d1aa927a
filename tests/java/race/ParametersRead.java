// check: verdict=violated kind=data-race variable=java.lang.Class[][1] every=true jdks=all
// The parameters of a method type are read from the program's array, to which another thread writes: types are made as if by linking.
import java.lang.invoke.MethodType;

public class ParametersRead {
    static final Class<?>[] PARAMETERS = {int.class, String.class};

    public static void main(String[] args) throws InterruptedException {
        Thread writer = new Thread(() -> PARAMETERS[1] = long.class);
        writer.start();
        MethodType.methodType(void.class, PARAMETERS);
        writer.join();
    }
}
