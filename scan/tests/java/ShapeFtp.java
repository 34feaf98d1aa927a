// scan: candidates=ShapeFtp$Server.stopped,ShapeFtp$Statistics.uploads,ShapeFtp$Connections.count,java.util.HashMap.*
// races: ShapeFtp$Server.stopped,ShapeFtp$Statistics.uploads,ShapeFtp$Connections.count,java.util.HashMap.*
// A file server, with the structure of the ftp benchmark: a loop starts a thread for each connection, and they share
// tables. Racy: the flag that ends the loop is plain, uploads are counted without a lock, the number of connections is
// looked at without one, and the files are in a HashMap that nothing guards. Proved: the map of users and the number of
// logins (local or global lock), and the state of a session (thread-local).
// Twin: ShapeFtpGuarded.java
import java.util.HashMap;
import java.util.Map;

public class ShapeFtp {
    enum Verb { USER, STORE, RETRIEVE, STOP }

    /** What a client asks for. */
    record Command(Verb verb, String argument) {
    }

    /** Who may log in, and how often they did. */
    static final class Users {
        private final Map<String, Integer> logins = new HashMap<>();

        synchronized void permit(String name) {
            logins.put(name, 0);
        }

        synchronized boolean login(String name) {
            Integer before = logins.get(name);
            if (before == null) {
                return false;
            }
            logins.put(name, before + 1);
            return true;
        }
    }

    /** The files, by name. */
    static final class Files {
        private final Map<String, String> contents = new HashMap<>();

        void store(String name, String content) {
            contents.put(name, content);
        }

        String retrieve(String name) {
            return contents.get(name);
        }
    }

    static final class Statistics {
        private int logins;
        private int uploads;

        synchronized void loggedIn() {
            logins++;
        }

        void uploaded() {
            uploads++;
        }

        synchronized int logins() {
            return logins;
        }
    }

    /** The connections that are open. */
    static final class Connections {
        private final Connection[] open;
        private int count;

        Connections(int most) {
            open = new Connection[most];
        }

        boolean full() {
            return count == open.length;
        }

        synchronized void add(Connection connection) {
            open[count] = connection;
            count++;
        }

        synchronized void remove(Connection connection) {
            for (int i = 0; i < count; i++) {
                if (open[i] == connection) {
                    count--;
                    open[i] = open[count];
                    open[count] = null;
                }
            }
            notifyAll();
        }

        synchronized void awaitNone() throws InterruptedException {
            while (count > 0) {
                wait();
            }
        }
    }

    /** The loop that accepts clients, and what all connections share. */
    static final class Server {
        final Users users = new Users();
        final Files files = new Files();
        final Statistics statistics = new Statistics();
        final Connections connections;
        private boolean stopped;
        private int refused;

        Server(int most) {
            connections = new Connections(most);
        }

        void stop() {
            stopped = true;
        }

        void serve(Command[][] clients) {
            for (Command[] client : clients) {
                if (stopped || connections.full()) {
                    refused++;
                } else {
                    Connection connection = new Connection(this, client);
                    connections.add(connection);
                    connection.start();
                }
            }
        }
    }

    /** A session with one client. */
    static final class Connection extends Thread {
        private final Server server;
        private final Command[] commands;
        private final StringBuilder replies = new StringBuilder();
        private String user;
        private int failures;

        Connection(Server server, Command[] commands) {
            this.server = server;
            this.commands = commands;
        }

        @Override
        public void run() {
            for (Command command : commands) {
                boolean done = obey(command);
                if (!done) {
                    failures++;
                }
                replies.append(done ? '+' : '-');
            }
            server.connections.remove(this);
        }

        private boolean obey(Command command) {
            switch (command.verb()) {
                case USER:
                    return login(command.argument());
                case STORE:
                    if (user == null) {
                        return false;
                    }
                    server.files.store(command.argument(), user);
                    server.statistics.uploaded();
                    return true;
                case RETRIEVE:
                    return server.files.retrieve(command.argument()) != null;
                default:
                    server.stop();
                    return true;
            }
        }

        private boolean login(String name) {
            if (!server.users.login(name)) {
                return false;
            }
            user = name;
            server.statistics.loggedIn();
            return true;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Command[] anna = {new Command(Verb.USER, "anna"), new Command(Verb.STORE, "a")};
        Command[] bert = {new Command(Verb.USER, "bert"), new Command(Verb.STORE, "b")};
        Command[] guest = {new Command(Verb.RETRIEVE, "a"), new Command(Verb.STOP, "")};
        Server server = new Server(3);
        server.users.permit("anna");
        server.users.permit("bert");
        server.serve(new Command[][] {guest, anna, bert});
        server.connections.awaitNone();
        assert server.statistics.logins() + server.refused >= 2;
    }
}
