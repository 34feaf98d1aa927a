// run: min=17
import java.util.*;
import java.util.stream.*;

/** Graph algorithms on generated graphs: searches, shortest paths, spanning trees, flows, components, orders, mazes, colouring. */
public class GraphAlgorithms {
    record Edge(int from, int to, int weight) implements Comparable<Edge> {
        public int compareTo(Edge o) { return Comparator.comparingInt(Edge::weight).thenComparingInt(Edge::from).thenComparingInt(Edge::to).compare(this, o); }
    }

    static final class Graph {
        final int n;
        final List<List<Edge>> out = new ArrayList<>();
        final List<Edge> edges = new ArrayList<>();
        Graph(int n) { this.n = n; for (int i = 0; i < n; i++) out.add(new ArrayList<>()); }
        void add(int a, int b, int w) { Edge e = new Edge(a, b, w); edges.add(e); out.get(a).add(e); }
        void both(int a, int b, int w) { add(a, b, w); add(b, a, w); }
        static Graph random(int n, int m, long seed, boolean directed) {
            Graph g = new Graph(n);
            Random r = new Random(seed);
            for (int i = 1; i < n; i++) { int j = r.nextInt(i), w = 1 + r.nextInt(50); if (directed) g.add(j, i, w); else g.both(j, i, w); }
            for (int i = 0; i < m; i++) { int a = r.nextInt(n), b = r.nextInt(n), w = 1 + r.nextInt(50); if (a == b) continue; if (directed) g.add(a, b, w); else g.both(a, b, w); }
            return g;
        }
    }

    static int[] breadth(Graph g, int start) {
        int[] distance = new int[g.n];
        Arrays.fill(distance, -1);
        distance[start] = 0;
        Deque<Integer> queue = new ArrayDeque<>(List.of(start));
        while (!queue.isEmpty()) { int v = queue.poll(); for (Edge e : g.out.get(v)) if (distance[e.to()] < 0) { distance[e.to()] = distance[v] + 1; queue.add(e.to()); } }
        return distance;
    }

    static void depth(Graph g, int v, BitSet seen, List<Integer> post) {
        if (seen.get(v)) return;
        seen.set(v);
        for (Edge e : g.out.get(v)) depth(g, e.to(), seen, post);
        post.add(v);
    }

    static long[] dijkstra(Graph g, int start) {
        long[] best = new long[g.n];
        Arrays.fill(best, Long.MAX_VALUE);
        best[start] = 0;
        PriorityQueue<long[]> queue = new PriorityQueue<>((a, b) -> a[0] != b[0] ? Long.compare(a[0], b[0]) : Long.compare(a[1], b[1]));
        queue.add(new long[] {0, start});
        while (!queue.isEmpty()) {
            long[] top = queue.poll();
            int v = (int) top[1];
            if (top[0] > best[v]) continue;
            for (Edge e : g.out.get(v)) { long d = top[0] + e.weight(); if (d < best[e.to()]) { best[e.to()] = d; queue.add(new long[] {d, e.to()}); } }
        }
        return best;
    }

    static long[] bellman(Graph g, int start) {
        long[] best = new long[g.n];
        Arrays.fill(best, Long.MAX_VALUE / 2);
        best[start] = 0;
        boolean changed = true;
        for (int round = 0; changed; round++) {
            if (round > g.n) throw new IllegalStateException("negative cycle");
            changed = false;
            for (Edge e : g.edges) if (best[e.from()] < Long.MAX_VALUE / 2 && best[e.from()] + e.weight() < best[e.to()]) { best[e.to()] = best[e.from()] + e.weight(); changed = true; }
        }
        return best;
    }

    static final class Union {
        final int[] parent, size;
        int sets;
        Union(int n) { parent = IntStream.range(0, n).toArray(); size = new int[n]; Arrays.fill(size, 1); sets = n; }
        int find(int x) { while (parent[x] != x) { parent[x] = parent[parent[x]]; x = parent[x]; } return x; }
        boolean join(int a, int b) { a = find(a); b = find(b); if (a == b) return false; if (size[a] < size[b]) { int t = a; a = b; b = t; } parent[b] = a; size[a] += size[b]; sets--; return true; }
    }

    static int kruskal(Graph g) {
        Union u = new Union(g.n);
        int total = 0;
        for (Edge e : new TreeSet<>(g.edges)) if (u.join(e.from(), e.to())) total += e.weight();
        return total;
    }

    static int prim(Graph g) {
        boolean[] in = new boolean[g.n];
        PriorityQueue<Edge> queue = new PriorityQueue<>(List.of(new Edge(-1, 0, 0)));
        int total = 0;
        while (!queue.isEmpty()) { Edge e = queue.poll(); if (in[e.to()]) continue; in[e.to()] = true; total += e.weight(); queue.addAll(g.out.get(e.to())); }
        return total;
    }

    static List<Set<Integer>> strong(Graph g) {
        List<Integer> order = new ArrayList<>();
        BitSet seen = new BitSet();
        for (int v = 0; v < g.n; v++) depth(g, v, seen, order);
        Graph reversed = new Graph(g.n);
        for (Edge e : g.edges) reversed.add(e.to(), e.from(), e.weight());
        List<Set<Integer>> components = new ArrayList<>();
        seen.clear();
        for (int i = g.n - 1; i >= 0; i--) { List<Integer> part = new ArrayList<>(); depth(reversed, order.get(i), seen, part); if (!part.isEmpty()) components.add(new TreeSet<>(part)); }
        return components;
    }

    static int flow(int[][] capacity, int source, int sink) {
        int n = capacity.length, total = 0;
        while (true) {
            int[] parent = new int[n];
            Arrays.fill(parent, -1);
            parent[source] = source;
            Deque<Integer> queue = new ArrayDeque<>(List.of(source));
            while (!queue.isEmpty() && parent[sink] < 0) { int v = queue.poll(); for (int w = 0; w < n; w++) if (parent[w] < 0 && capacity[v][w] > 0) { parent[w] = v; queue.add(w); } }
            if (parent[sink] < 0) return total;
            int push = Integer.MAX_VALUE;
            for (int v = sink; v != source; v = parent[v]) push = Math.min(push, capacity[parent[v]][v]);
            for (int v = sink; v != source; v = parent[v]) { capacity[parent[v]][v] -= push; capacity[v][parent[v]] += push; }
            total += push;
        }
    }

    static List<String> topological(Map<String, List<String>> needs) {
        List<String> order = new ArrayList<>();
        Map<String, Integer> state = new HashMap<>();
        for (String s : new TreeSet<>(needs.keySet())) visit(s, needs, state, order);
        return order;
    }

    static void visit(String s, Map<String, List<String>> needs, Map<String, Integer> state, List<String> order) {
        Integer known = state.putIfAbsent(s, 1);
        if (known != null) { if (known == 1) throw new IllegalArgumentException("cycle through " + s); return; }
        for (String t : needs.getOrDefault(s, List.of())) visit(t, needs, state, order);
        state.put(s, 2);
        order.add(s);
    }

    static String maze(int w, int h, long seed) {
        Union u = new Union(w * h);
        List<int[]> walls = new ArrayList<>();
        for (int y = 0; y < h; y++) for (int x = 0; x < w; x++) { if (x + 1 < w) walls.add(new int[] {y * w + x, y * w + x + 1}); if (y + 1 < h) walls.add(new int[] {y * w + x, (y + 1) * w + x}); }
        Collections.shuffle(walls, new Random(seed));
        char[][] grid = new char[2 * h + 1][2 * w + 1];
        for (char[] row : grid) Arrays.fill(row, '#');
        for (int i = 0; i < w * h; i++) grid[2 * (i / w) + 1][2 * (i % w) + 1] = ' ';
        for (int[] wall : walls) if (u.join(wall[0], wall[1])) grid[wall[0] / w + wall[1] / w + 1][wall[0] % w + wall[1] % w + 1] = ' ';
        return Arrays.stream(grid).map(String::new).collect(Collectors.joining("\n"));
    }

    public static void main(String[] args) {
        Graph g = Graph.random(120, 300, 5, false), d = Graph.random(80, 60, 9, true);
        System.out.println("breadth " + Arrays.stream(breadth(g, 0)).max().getAsInt() + " " + Arrays.hashCode(breadth(g, 7)) + " unreachable " + Arrays.stream(breadth(d, 3)).filter(x -> x < 0).count());
        List<Integer> post = new ArrayList<>();
        depth(g, 0, new BitSet(), post);
        System.out.println("depth " + post.subList(0, 12) + " " + post.hashCode());
        System.out.println("dijkstra " + Arrays.stream(dijkstra(g, 0)).sum() + " bellman " + Arrays.equals(dijkstra(g, 0), bellman(g, 0)) + " farthest " + Arrays.stream(dijkstra(g, 0)).max().getAsLong());
        Graph negative = new Graph(3);
        negative.add(0, 1, 4); negative.add(1, 2, -6); negative.add(0, 2, 1);
        System.out.println(Arrays.toString(bellman(negative, 0)));
        negative.add(2, 0, 1);
        try {
            bellman(negative, 0);
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
        System.out.println("spanning " + kruskal(g) + " " + prim(g));
        List<Set<Integer>> strong = strong(d);
        System.out.println("strong components " + strong.size() + " largest " + strong.stream().max(Comparator.comparingInt(Set::size)).get().size() + " " + strong.subList(0, 2));
        int[][] capacity = new int[20][20];
        Random r = new Random(3);
        for (int i = 0; i < 70; i++) capacity[r.nextInt(19)][1 + r.nextInt(19)] += r.nextInt(20);
        System.out.println("flow " + flow(capacity, 0, 19));
        Map<String, List<String>> needs = new HashMap<>(Map.of("house", List.of("walls", "roof"), "roof", List.of("walls", "wood"), "walls", List.of("bricks", "base"), "base", List.of("concrete"), "garden", List.of()));
        System.out.println(topological(needs));
        needs.put("concrete", List.of("house"));
        try {
            topological(needs);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        long[][] all = new long[60][60];
        for (long[] row : all) Arrays.fill(row, 1_000_000);
        for (Edge e : d.edges) if (e.from() < 60 && e.to() < 60) all[e.from()][e.to()] = Math.min(all[e.from()][e.to()], e.weight());
        for (int k = 0; k < 60; k++) for (int i = 0; i < 60; i++) for (int j = 0; j < 60; j++) all[i][j] = Math.min(all[i][j], all[i][k] + all[k][j]);
        System.out.println("floyd " + Arrays.stream(all).flatMapToLong(Arrays::stream).filter(x -> x < 1_000_000).sum());
        Map<Integer, Integer> colours = new TreeMap<>();
        for (int v = 0; v < g.n; v++) { Set<Integer> used = new HashSet<>(); for (Edge e : g.out.get(v)) if (colours.containsKey(e.to())) used.add(colours.get(e.to())); int c = 0; while (used.contains(c)) c++; colours.put(v, c); }
        System.out.println("colours " + (Collections.max(colours.values()) + 1) + " " + colours.values().stream().collect(Collectors.groupingBy(c -> c, TreeMap::new, Collectors.counting())));
        System.out.println(maze(16, 6, 42));
    }
}
