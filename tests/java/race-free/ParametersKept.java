// check: verdict=race-free every=true jdks=all
// The parameters of a method type are read from the program's array; a thread that is started then writes to it.
// What is asked of the type meanwhile is read from a copy.
// Race-free: the start comes after the array is read, and the type has parameters of its own.
// Twin: ParametersRead.java
import java.lang.invoke.MethodType;

public class ParametersKept {
    static final Class<?>[] PARAMETERS = {int.class, String.class};

    public static void main(String[] args) throws InterruptedException {
        MethodType type = MethodType.methodType(void.class, PARAMETERS);
        Thread writer = new Thread(() -> PARAMETERS[1] = long.class);
        writer.start();
        type.parameterArray();
        type.changeReturnType(int.class);
        type.appendParameterTypes(double.class);
        type.parameterList().get(1);
        writer.join();
    }
}
