// check: verdict=violated kind=data-race variable=java.security.Signature.state jdks=all
// Whether a signature signs or verifies is set while it is used.
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.Provider;
import java.security.PublicKey;
import java.security.Signature;
import java.security.SignatureException;
import java.security.SignatureSpi;

public class SignatureShared {
    public static void main(String[] arguments) throws GeneralSecurityException {
        Signature signature = Signature.getInstance("Empty", new EmptyProvider());
        new Thread(() -> verify(signature)).start();
        try {
            signature.update((byte) 1);
        } catch (SignatureException notBegun) {
            // It was not begun.
        }
    }

    static void verify(Signature signature) {
        try {
            signature.initVerify((PublicKey) null);
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    public static class EmptyProvider extends Provider {
        public EmptyProvider() {
            super("Empty", "1", "");
            put("Signature.Empty", Empty.class.getName());
        }
    }

    public static class Empty extends SignatureSpi {
        @Override
        protected void engineInitVerify(PublicKey key) {}

        @Override
        protected void engineInitSign(PrivateKey key) {}

        @Override
        protected void engineUpdate(byte one) {}

        @Override
        protected void engineUpdate(byte[] bytes, int from, int length) {}

        @Override
        protected byte[] engineSign() {
            return new byte[0];
        }

        @Override
        protected boolean engineVerify(byte[] bytes) {
            return true;
        }

        @Override
        protected void engineSetParameter(String name, Object value) {}

        @Override
        protected Object engineGetParameter(String name) {
            return null;
        }
    }
}
