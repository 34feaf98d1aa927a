//! What is reached from a main class: `reach JAVA_HOME CLASS_PATH MAIN_CLASS`.

use raceproof_classfile::{ClassPath, Image};
use raceproof_scan::points_to::PointsTo;
use raceproof_scan::world::{Files, World};
use std::path::Path;
use std::time::Instant;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [home, class_path, main] = &arguments[..] else { return Err("reach JAVA_HOME CLASS_PATH MAIN_CLASS".into()) };
    let started = Instant::now();
    let image = Image::open(Path::new(home))?;
    let class_path = ClassPath::parse(class_path, image.version().feature)?;
    let mut world = World::new(Box::new(Files::new(image, class_path)));
    let class = world.class(&main.replace('.', "/"));
    let selector = world.selector("main", "([Ljava/lang/String;)V");
    let method = world.method(class, selector).ok_or("no main method")?;
    let mut points_to = PointsTo::new(world);
    points_to.begin(method);
    points_to.solve();
    let methods: std::collections::BTreeSet<_> = points_to.instances.iter().map(|instance| instance.method).collect();
    let of_application = methods.iter().filter(|method| points_to.world.is_of_application(**method)).count();
    println!(
        "{} instances of {} methods ({of_application} of the application)",
        points_to.instances.len(),
        methods.len()
    );
    println!("{} objects, nodes and edges {:?}", points_to.objects.count(), points_to.size());
    for entry in &points_to.entries {
        println!("thread: {}", points_to.world.shown_method(points_to.instances[entry.index()].method));
    }
    points_to.world.gaps.iter().for_each(|gap| println!("gap: {gap}"));
    println!("{:.2} s", started.elapsed().as_secs_f64());
    Ok(())
}
