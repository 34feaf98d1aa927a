// check: verdict=violated kind=data-race variable=java.security.AlgorithmParameters.initialized conflict=write-read|read-write jdks=all
// Parameters of a cipher are set while they are encoded.
import java.io.IOException;
import java.security.AlgorithmParameters;
import java.security.GeneralSecurityException;
import java.security.spec.InvalidParameterSpecException;
import javax.crypto.spec.IvParameterSpec;

public class ParametersShared {
    public static void main(String[] arguments) throws GeneralSecurityException {
        AlgorithmParameters parameters = AlgorithmParameters.getInstance("AES");
        new Thread(() -> set(parameters)).start();
        try {
            parameters.getEncoded();
        } catch (IOException notSet) {
            // They were not set.
        }
    }

    static void set(AlgorithmParameters parameters) {
        try {
            parameters.init(new IvParameterSpec(new byte[16]));
        } catch (InvalidParameterSpecException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
