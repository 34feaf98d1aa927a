// run: min=17
import java.nio.charset.StandardCharsets;
import java.security.*;
import java.util.*;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Message digests, HMACs, Base64 in all its forms, HexFormat, UUIDs, and the hash codes of standard objects. */
public class Digests {
    enum Suit { CLUBS }
    record Pair(int a, String b) { }

    static String hex(byte[] b) {
        return HexFormat.of().formatHex(b);
    }

    static void attempt(String what, java.util.concurrent.Callable<Object> action) {
        try {
            System.out.println(what + " = " + action.call());
        } catch (Exception e) {
            System.out.println(what + ": " + e.getClass().getSimpleName() + " " + e.getMessage());
        }
    }

    public static void main(String[] args) throws Exception {
        String[] inputs = {"", "a", "abc", "The quick brown fox jumps over the lazy dog", "x".repeat(55), "x".repeat(56), "x".repeat(64), "0123456789".repeat(300)};
        for (String name : new String[] {"MD5", "SHA-1", "SHA-224", "SHA-256", "SHA-384", "SHA-512", "SHA-512/256", "SHA3-256", "MD2"}) {
            MessageDigest d = MessageDigest.getInstance(name);
            System.out.println(d.getAlgorithm() + " " + d.getDigestLength() + " " + d.getProvider().getName());
            for (String s : inputs) System.out.println("  " + s.length() + " " + hex(d.digest(s.getBytes(StandardCharsets.UTF_8))));
            for (byte b : "abc".getBytes()) d.update(b);
            MessageDigest branch = (MessageDigest) d.clone();
            d.update(java.nio.ByteBuffer.wrap("def".getBytes()));
            System.out.println("  pieces " + hex(d.digest()) + " branch " + hex(branch.digest()).substring(0, 8) + " " + MessageDigest.isEqual(d.digest(), MessageDigest.getInstance(name).digest()));
        }
        for (String name : new String[] {"HmacMD5", "HmacSHA1", "HmacSHA256", "HmacSHA512"}) {
            Mac mac = Mac.getInstance(name);
            mac.init(new SecretKeySpec("key".getBytes(), name));
            System.out.println(name + " " + hex(mac.doFinal("The quick brown fox jumps over the lazy dog".getBytes())));
        }
        attempt("unknown digest", () -> MessageDigest.getInstance("SHA-9"));

        for (int n : new int[] {0, 1, 2, 3, 4, 57, 58}) {
            byte[] b = new byte[n];
            for (int i = 0; i < n; i++) b[i] = (byte) (i * 37 + 200);
            String plain = Base64.getEncoder().encodeToString(b), url = Base64.getUrlEncoder().withoutPadding().encodeToString(b), mime = Base64.getMimeEncoder().encodeToString(b);
            System.out.println(n + " " + plain + " " + url + " " + mime.replace("\r\n", "|") + " " + Arrays.equals(Base64.getDecoder().decode(plain), b) + Arrays.equals(Base64.getUrlDecoder().decode(url), b) + Arrays.equals(Base64.getMimeDecoder().decode(mime + "\n * "), b));
        }
        System.out.println(Base64.getMimeEncoder(8, "-".getBytes()).encodeToString("longer than a line".getBytes()) + " " + new String(Base64.getDecoder().wrap(new java.io.ByteArrayInputStream("aGVsbG8gd29ybGQ=".getBytes())).readAllBytes()));
        java.io.ByteArrayOutputStream wrapped = new java.io.ByteArrayOutputStream();
        try (var out = Base64.getEncoder().wrap(wrapped)) { out.write("streamed".getBytes()); }
        System.out.println(wrapped);
        for (String bad : new String[] {"a", "ab=c", "a===", "ab$d", "YQ=", "YQ==YQ==", "YWJj ", "-_-_"}) attempt("decode '" + bad + "'", () -> hex(Base64.getDecoder().decode(bad)));
        HexFormat h = HexFormat.ofDelimiter(":").withUpperCase().withPrefix("0x");
        System.out.println(h.formatHex(new byte[] {1, -1, 127}) + " " + hex(h.parseHex("0x0A:0xFF")) + " " + HexFormat.of().toHexDigits((short) -2) + HexFormat.of().toHexDigits(255L, 4) + " " + HexFormat.fromHexDigits("CAFEBABE") + " " + HexFormat.isHexDigit('g') + HexFormat.fromHexDigit('f'));
        attempt("odd hex", () -> HexFormat.of().parseHex("abc"));
        attempt("bad hex", () -> HexFormat.of().parseHex("zz"));

        UUID named = UUID.nameUUIDFromBytes("name".getBytes()), made = new UUID(0x123456789ABCDEFL, -1L), parsed = UUID.fromString("00000000-0000-1000-8000-00805f9b34fb");
        System.out.println(named + " v" + named.version() + " " + named.variant() + " " + named.hashCode() + " " + made + " " + made.getLeastSignificantBits() + " " + parsed.version() + " " + parsed.timestamp() + " " + parsed.compareTo(named) + " " + named.equals(UUID.fromString(named.toString().toUpperCase(Locale.ROOT))) + " " + UUID.fromString("1-2-3-4-5") + " " + UUID.randomUUID().version());
        attempt("bad uuid", () -> UUID.fromString("not-a-uuid"));
        attempt("timestamp of v3", named::timestamp);

        System.out.println("hashes " + "text".hashCode() + " " + List.of(1, "b", 'c').hashCode() + " " + Map.of("k", 1, "l", 2).hashCode() + " " + Set.of(1, 2, 3).hashCode() + " " + Optional.of("x").hashCode() + " " + new Pair(1, "b").hashCode() + " " + Arrays.asList(1, null).hashCode() + " " + Arrays.hashCode(new double[] {1.5, -0.0}) + " " + Objects.hash(1, 2L, 'c', null)
            + " " + Double.hashCode(1e100) + " " + Boolean.FALSE.hashCode() + " " + new java.math.BigInteger("-12345678901234567890").hashCode() + " " + new java.math.BigDecimal("1.50").hashCode() + " " + java.time.LocalDate.of(2024, 2, 29).hashCode() + " " + java.time.Duration.ofSeconds(5, 7).hashCode() + " " + new java.io.File("x").hashCode() + " " + java.net.URI.create("http://h/p?q#f").hashCode()
            + " " + Character.valueOf('x').hashCode() + " " + new BitSet(5).hashCode() + " " + String.class.getName().hashCode() + " " + new ArrayDeque<>().isEmpty() + " " + Locale.US.hashCode() + " " + Map.entry(1, 2).hashCode() + " " + new AbstractMap.SimpleEntry<>("a", null).hashCode() + " " + java.nio.ByteBuffer.wrap(new byte[] {1, 2}).hashCode() + " " + Suit.CLUBS.name().hashCode());
        KeyPairGenerator none = null;
        SecureRandom random = new SecureRandom();
        byte[] sixteen = new byte[16];
        random.nextBytes(sixteen);
        System.out.println(!Arrays.equals(sixteen, new byte[16]) + " " + none);
        javax.crypto.Cipher aes = javax.crypto.Cipher.getInstance("AES/CBC/PKCS5Padding");
        aes.init(javax.crypto.Cipher.ENCRYPT_MODE, new SecretKeySpec("0123456789abcdef".getBytes(), "AES"), new javax.crypto.spec.IvParameterSpec(new byte[16]));
        byte[] secret = aes.doFinal("attack at dawn, or a little later".getBytes());
        aes.init(javax.crypto.Cipher.DECRYPT_MODE, new SecretKeySpec("0123456789abcdef".getBytes(), "AES"), new javax.crypto.spec.IvParameterSpec(new byte[16]));
        System.out.println(hex(secret) + " " + new String(aes.doFinal(secret)));
    }
}
