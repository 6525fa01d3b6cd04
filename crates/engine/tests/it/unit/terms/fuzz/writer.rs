//! Random programs, most of them well typed.

use temperament_engine::terms::ast::Binary;
use temperament_engine::terms::builtins::{self, Body};
use temperament_engine::terms::expr::Type;
use temperament_engine::terms::{By, Definition, Role, Sources, TermSource, parse};

/// Small, even and the same everywhere: xorshift64*.
pub struct Random(pub u64);

impl Random {
    pub fn word(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D)
    }

    pub fn below(&mut self, n: usize) -> usize {
        (self.word() >> 33) as usize % n
    }

    pub fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    fn pick<'a, T: ?Sized>(&mut self, of: &[&'a T]) -> &'a T {
        of[self.below(of.len())]
    }
}

/// Writes random expressions.
pub struct Writer {
    pub random: Random,
    /// Typed names in scope.
    scope: Vec<(String, Type)>,
    definitions: Vec<(String, Vec<Type>, Type)>,
    loops: usize,
    /// Tables that expressions may look up: name, index and number of columns.
    tables: Vec<(String, By, Option<usize>)>,
}

/// Sets without parameters.
const SETS: [&str; 12] = [
    "own.pawns",
    "their.pawns",
    "own.all",
    "their.pieces",
    "own.knights",
    "own.bishops",
    "own.rooks",
    "own.queens",
    "their.rooks",
    "b2..g7",
    "their.king_ring",
    "occupied",
];

impl Writer {
    /// A new writer.
    pub fn new(random: Random) -> Self {
        Self { random, scope: Vec::new(), definitions: Vec::new(), loops: 0, tables: Vec::new() }
    }

    /// An expression of a type.
    fn write(&mut self, kind: Type, depth: usize) -> String {
        if kind == Type::Side {
            return (*self.random.pick(&["own", "their", "enemy(own)"])).to_owned();
        }
        let named: Vec<usize> = (0..self.scope.len()).filter(|&i| self.scope[i].1 == kind).collect();
        if !named.is_empty() && self.random.one_in(3) {
            return self.scope[named[self.random.below(named.len())]].0.clone();
        }
        if depth == 0 {
            return self.leaf(kind);
        }
        match self.random.below(8) {
            0 => self.leaf(kind),
            1..=3 => self.operator(kind, depth - 1),
            4 if self.loops < 2 => self.each(kind, depth - 1),
            5 | 6 if kind == Type::Number && !self.tables.is_empty() => self.lookup(depth - 1),
            5 => self.defined(kind, depth - 1),
            _ => self.builtin(kind, depth - 1),
        }
    }

    fn leaf(&mut self, kind: Type) -> String {
        match kind {
            Type::Number => ["0", "1", "2", "7", "60", "1000000", "phase", "rank(own.king)"]
                [self.random.below(8)]
            .to_owned(),
            Type::Boolean => ["own.to_move", "their.can_castle", "any(own.queens)", "1 < 2"]
                [self.random.below(4)]
            .to_owned(),
            Type::Square => ["e4", "a1", "h8", "own.king", "their.king"][self.random.below(5)].to_owned(),
            _ => SETS[self.random.below(SETS.len())].to_owned(),
        }
    }

    fn operator(&mut self, kind: Type, depth: usize) -> String {
        let sign = |binary: Binary| binary.sign();
        let (binary, operands) = match kind {
            Type::Squares => {
                let of = [Binary::Union, Binary::Difference, Binary::Intersection, Binary::Minus];
                (of[self.random.below(4)], [Type::Squares; 2])
            }
            Type::Number => {
                let of = [Binary::Plus, Binary::Minus, Binary::Times, Binary::Divide, Binary::Remainder];
                let other = [Type::Number, Type::Number, Type::Squares, Type::Boolean][self.random.below(4)];
                (of[self.random.below(5)], [Type::Number, other])
            }
            Type::Boolean => match self.random.below(4) {
                0 => (Binary::And, [Type::Boolean; 2]),
                1 => (Binary::Or, [Type::Boolean; 2]),
                2 => (Binary::In, [Type::Square, Type::Squares]),
                _ => {
                    let of =
                        [Binary::Equal, Binary::Unequal, Binary::Less, Binary::LessOrEqual, Binary::Greater];
                    (of[self.random.below(5)], [Type::Number; 2])
                }
            },
            _ => return self.leaf(kind),
        };
        let [left, right] = operands.map(|kind| self.write(kind, depth));
        let prefix = match kind {
            Type::Squares if self.random.one_in(5) => "~",
            Type::Number if self.random.one_in(5) => "-",
            Type::Boolean if self.random.one_in(5) => "not ",
            _ => "",
        };
        format!("{prefix}(({left}) {} ({right}))", sign(binary))
    }

    fn each(&mut self, kind: Type, depth: usize) -> String {
        let fitting: Vec<_> = builtins::LOOPS.iter().filter(|it| it.result == kind).collect();
        if fitting.is_empty() {
            return self.leaf(kind);
        }
        let it = self.random.pick(&fitting);
        let set = self.write(Type::Squares, depth.min(1));
        let name = format!("q{}", self.scope.len());
        self.scope.push((name.clone(), Type::Square));
        self.loops += 1;
        let body = self.write(it.body, depth);
        self.loops -= 1;
        self.scope.pop();
        format!("{}({name} in ({set}), {body})", it.name)
    }

    fn builtin(&mut self, kind: Type, depth: usize) -> String {
        let fitting: Vec<_> = builtins::all().filter(|b| b.result == kind).collect();
        if fitting.is_empty() || self.random.one_in(6) {
            let [yes, no] = [kind; 2].map(|kind| self.write(kind, depth));
            let condition = self.write(Type::Boolean, depth);
            return format!("if({condition}, {yes}, {no})");
        }
        let builtin = self.random.pick(&fitting);
        if matches!(builtin.body, Body::If) {
            return self.leaf(kind);
        }
        let head = parse::head(builtin.head).unwrap();
        let types: Vec<Type> = head.parameters.iter().filter_map(|p| Type::named(&p.kind)).collect();
        self.call(builtin.name(), &types, depth)
    }

    fn lookup(&mut self, depth: usize) -> String {
        let (name, by, columns) = self.tables[self.random.below(self.tables.len())].clone();
        let types: &[Type] = match (by, columns) {
            (By::Table(_), Some(_)) => &[Type::Number, Type::Number],
            (By::Table(_), None) if self.random.one_in(2) => &[Type::Number, Type::Number],
            (By::Table(_), None) => &[Type::Number],
            _ => &[Type::Square],
        };
        let arguments: Vec<String> = types.iter().map(|&kind| self.write(kind, depth)).collect();
        format!("lookup({name}, {})", arguments.join(", "))
    }

    fn table(&mut self, number: usize) -> TermSource {
        let rows = 1 + self.random.below(8);
        let by = [By::Table(rows * 4), By::Rank, By::File, By::Square][self.random.below(4)];
        let is_grid = matches!(by, By::Table(_)) && self.random.one_in(2);
        let columns = is_grid.then_some(4);
        let name = format!("tab{number}");
        self.tables.push((name.clone(), by, columns));
        TermSource { role: Role::Table, columns, ..TermSource::new(&name, by) }
    }

    fn factor(&mut self, number: usize) -> TermSource {
        let role = [Role::Factor, Role::Drawn][self.random.below(2)];
        let by = match role {
            Role::Drawn => By::Nothing,
            _ => [By::One, By::Table(1 + self.random.below(9))][self.random.below(2)],
        };
        let mut factor = TermSource { role, ..TermSource::new(&format!("f{number}"), by) };
        factor.when = Some(self.write(Type::Boolean, 2));
        if role == Role::Factor {
            factor.count = Some(self.write(Type::Number, 2));
        }
        if matches!(by, By::Table(_)) && self.random.one_in(2) {
            factor.index = Some(self.write(Type::Number, 1));
        }
        factor
    }

    fn call(&mut self, name: &str, types: &[Type], depth: usize) -> String {
        if types.is_empty() {
            return name.to_owned();
        }
        let arguments: Vec<String> = types.iter().map(|&kind| self.write(kind, depth)).collect();
        format!("{name}({})", arguments.join(", "))
    }

    fn defined(&mut self, kind: Type, depth: usize) -> String {
        let fitting: Vec<usize> =
            (0..self.definitions.len()).filter(|&i| self.definitions[i].2 == kind).collect();
        if fitting.is_empty() {
            return self.builtin(kind, depth);
        }
        let (name, types, _) = self.definitions[fitting[self.random.below(fitting.len())]].clone();
        self.call(&name, &types, depth)
    }

    fn definition(&mut self, number: usize) -> Definition {
        let kinds = [Type::Squares, Type::Number, Type::Boolean];
        let types: Vec<Type> =
            (0..self.random.below(3)).map(|_| Type::NAMED[self.random.below(Type::NAMED.len())]).collect();
        let names = (0..types.len()).map(|i| format!("p{i}"));
        self.scope = names.zip(types.iter().copied()).collect();
        let kind = kinds[self.random.below(3)];
        let depth = 1 + self.random.below(2);
        let body = self.write(kind, depth);
        let parameters: Vec<String> =
            self.scope.iter().map(|(name, kind)| format!("{name}: {}", kind.name())).collect();
        self.scope.clear();
        let name = format!("def{number}");
        let head = if types.is_empty() { name.clone() } else { format!("{name}({})", parameters.join(", ")) };
        self.definitions.push((name, types, kind));
        Definition { head, body }
    }

    fn term(&mut self, number: usize) -> TermSource {
        let by = [By::One, By::One, By::Table(1 + self.random.below(128)), By::Rank, By::File, By::Square];
        let mut term = TermSource::new(&format!("t{number}"), by[self.random.below(6)]);
        let depth = 1 + self.random.below(3);
        if self.random.one_in(2) {
            term.each = Some(self.write(Type::Squares, depth.min(2)));
            self.scope.push(("sq".to_owned(), Type::Square));
            self.loops = 1;
        }
        for i in 0..self.random.below(3) {
            let kind = [Type::Squares, Type::Number, Type::Boolean][self.random.below(3)];
            let text = self.write(kind, 1);
            term.lets.push((format!("l{i}"), text));
            self.scope.push((format!("l{i}"), kind));
        }
        if self.random.one_in(2) {
            term.when = Some(self.write(Type::Boolean, depth.min(2)));
        }
        if matches!(term.by, By::Table(_)) && self.random.one_in(2) {
            term.index = Some(self.write(Type::Number, depth));
        }
        let squares = matches!(term.by, By::Rank | By::File | By::Square) && term.each.is_none();
        let kind = if squares { 0 } else { self.random.below(3) };
        term.count = Some(self.write([Type::Squares, Type::Number, Type::Boolean][kind], depth));
        self.scope.clear();
        self.loops = 0;
        term
    }

    pub fn sources(&mut self) -> Sources {
        self.definitions.clear();
        self.tables.clear();
        let tables: Vec<TermSource> = (0..self.random.below(3)).map(|i| self.table(i)).collect();
        let definitions = (0..self.random.below(4)).map(|i| self.definition(i)).collect();
        let mut terms: Vec<TermSource> = (0..1 + self.random.below(6)).map(|i| self.term(i)).collect();
        // Expressions may come before the tables that they read.
        if self.random.one_in(2) {
            terms.extend(tables)
        } else {
            terms.splice(0..0, tables).for_each(drop)
        }
        for i in 0..self.random.below(3) {
            terms.push(self.factor(i));
        }
        Sources { definitions, terms }
    }

    /// Garbles a string: removes, inserts or swaps letters and words.
    pub fn garble(&mut self, text: &mut String) {
        const PIECES: [&str; 24] = [
            "(",
            ")",
            ",",
            ".",
            "..",
            "&",
            "|",
            "-",
            "==",
            "<",
            "not",
            "and",
            "in",
            "sq",
            "own",
            "e4",
            "9",
            "0",
            " ",
            "é",
            "=",
            "\u{0}",
            "attacks",
            "99999999999",
        ];
        for _ in 0..1 + self.random.below(3) {
            let bounds: Vec<usize> = (0..=text.len()).filter(|&i| text.is_char_boundary(i)).collect();
            let at = self.random.below(bounds.len());
            let end = (at + self.random.below(6)).min(bounds.len() - 1);
            let piece = if self.random.one_in(3) { "" } else { self.random.pick(&PIECES) };
            text.replace_range(bounds[at]..bounds[end], piece);
        }
    }
}
