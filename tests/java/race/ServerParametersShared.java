// check: verdict=violated kind=data-race variable=javax.net.ssl.SSLParameters.wantClientAuth conflict=write-write|write-read|read-write jdks=all
// Each of the two clears what the other one sets.
import javax.net.ssl.SSLParameters;

public class ServerParametersShared {
    public static void main(String[] arguments) {
        SSLParameters parameters = new SSLParameters();
        new Thread(() -> parameters.setWantClientAuth(true)).start();
        parameters.setNeedClientAuth(true);
    }
}
