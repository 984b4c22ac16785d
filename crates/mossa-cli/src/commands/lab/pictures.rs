//! The lab's pictures: how the effort grows, and the tree that was searched.

use mossa_draw::{Axis, Chart, Cut, Line, Options, Tree, TreeNode};
use mossa_games::GameSpec;
use mossa_teach::lab::{Algorithm, Base, Reason, Row, Trace, TraceNode};

use super::{
    Findings,
    formats::{grouped, value},
};

/// Positions by depth, one line an algorithm, theory dashed.
#[expect(clippy::cast_precision_loss, reason = "a picture shows three digits")]
pub fn growth(findings: &Findings<'_>, options: &Options) -> String {
    let mut lines: Vec<(Algorithm, Line)> = Vec::new();
    for row in findings.rows.iter().filter(|row| row.algorithm.base != Base::Mcts) {
        if lines.iter().all(|line| line.0 != row.algorithm) {
            let name = row.algorithm.to_string();
            lines.push((row.algorithm, Line { name, points: Vec::new(), is_dashed: false }));
        }
        if !row.is_stopped
            && let Some((_, line)) = lines.iter_mut().find(|line| line.0 == row.algorithm)
        {
            line.points.push((f64::from(row.depth), row.nodes as f64));
        }
    }
    let mut lines: Vec<Line> = lines.into_iter().map(|line| line.1).collect();
    let theory = |name: &str, leaves: fn(&mossa_teach::lab::Theory) -> f64| {
        let points = (1..).map(f64::from).zip(findings.theory.iter().map(leaves)).collect();
        Line { name: name.to_owned(), points, is_dashed: true }
    };
    lines.push(theory("b^d (theory)", |theory| theory.full));
    lines.push(theory("best case of alphabeta (theory)", |theory| theory.best));
    let last = |line: &Line| line.points.last().copied();
    let described: Vec<String> = lines
        .iter()
        .filter_map(|line| Some((line, last(line)?)))
        .map(|(line, (depth, nodes))| format!("{}: {nodes:.0} at depth {depth}", line.name))
        .collect();
    let chart = Chart {
        title: format!("{}: positions looked at, by depth", findings.spec),
        description: described.join("; "),
        x: Axis { ticks: depth_ticks(findings.depth), ..Axis::new("depth in moves") },
        y: Axis::new("positions").logarithmic(),
        lines,
        marks: Vec::new(),
        base: None,
    };
    mossa_draw::chart(&chart, options)
}

/// Every depth, or so many that they do not crowd.
fn depth_ticks(depth: u32) -> Vec<(f64, String)> {
    const MOST: u32 = 16;
    let step = depth.div_ceil(MOST).max(1);
    (1..=depth)
        .filter(|depth| step == 1 || depth % step == 0)
        .map(|depth| (f64::from(depth), depth.to_string()))
        .collect()
}

/// The searched tree.
pub fn tree(spec: &GameSpec, row: &Row, trace: &Trace, limit: usize, options: &Options) -> String {
    let nodes = grouped(trace.n_searched);
    let moves = if row.depth == 1 { "move" } else { "moves" };
    let tree = Tree {
        title: format!("{spec}: {}, {} {moves} ahead, {nodes} nodes", row.algorithm, row.depth),
        description: format!(
            "The tree that {} has searched. It has {nodes} nodes, {} cut-offs, and the value {}.",
            row.algorithm,
            grouped(row.cutoffs),
            row.value.map_or_else(|| "is not known".to_owned(), value),
        ),
        root: nested(trace),
        limit,
    };
    mossa_draw::tree(&tree, options)
}

/// Puts the nodes below those they belong to.
fn nested(trace: &Trace) -> TreeNode {
    let mut open: Vec<Option<TreeNode>> =
        trace.nodes.iter().map(|node| Some(drawn(node))).collect();
    let mut root = TreeNode::default();
    // Children come behind their parents: from the back, each is complete when its turn comes.
    for (index, node) in trace.nodes.iter().enumerate().rev() {
        let Some(mut complete) = open[index].take() else { continue };
        complete.children.reverse();
        match node.parent.and_then(|parent| open[parent].as_mut()) {
            Some(parent) => parent.children.push(complete),
            None => root = complete,
        }
    }
    root
}

fn drawn(node: &TraceNode) -> TreeNode {
    let bound = |bound: Option<f64>, none: &str| bound.map_or_else(|| none.to_owned(), typeset);
    let (alpha, beta) = (bound(node.alpha, "−∞"), bound(node.beta, "+∞"));
    let cut = match node.reason {
        Some(Reason::Cut { value, beta, n_skipped }) if n_skipped > 0 => {
            let (sign, name) = if node.is_maximizing() { ("≥", "β") } else { ("≤", "α") };
            let reason = format!("cut: {} {sign} {name} {}", typeset(value), typeset(beta));
            Some(Cut { reason, n_moves: n_skipped as u64 })
        }
        _ => None,
    };
    TreeNode {
        label: node.mv.clone().unwrap_or_default(),
        value: node.value.map_or_else(|| "?".to_owned(), typeset),
        bounds: format!("α {alpha}  β {beta}"),
        is_maximizing: node.is_maximizing(),
        note: if node.reason == Some(Reason::Table) { "from the table" } else { "" }.to_owned(),
        children: Vec::new(),
        cut,
        n_hidden: node.n_hidden,
    }
}

/// A value in few characters, `+.25`, with a minus that is as wide as a plus.
fn typeset(number: f64) -> String {
    value(number).replace('-', "−").replace("0.", ".")
}
