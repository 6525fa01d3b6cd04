//! Parser of the term language.

use std::ops::Range;

use super::ast::{Ast, BINARY, Binary, COMPARISON, Head, Kind, Link, LoopAst, NOT, PREFIX, Parameter, Unary};
use super::builtins;
use super::error::{Error, error};
use super::lex::{Spanned, Token, tokens};

/// Maximum nesting depth of an expression.
pub const MAX_DEPTH: usize = 64;

/// Reserved words.
pub const WORDS: [&str; 5] = ["and", "or", "not", "in", "let"];

/// Parses an expression.
pub fn expression(text: &str) -> Result<Ast, Error> {
    let mut parser = Parser::new(text)?;
    if parser.peek() == Token::End {
        return Err(error(0..text.len(), "the expression is empty"));
    }
    let ast = parser.binary(0)?;
    parser.end()?;
    Ok(ast)
}

/// Parses the head of a definition: `name` or `name(parameter: type, ...)`.
pub fn head(text: &str) -> Result<Head, Error> {
    let mut parser = Parser::new(text)?;
    let (name, name_span) = parser.name("the name of the definition")?;
    let mut parameters = Vec::new();
    if parser.takes("(") {
        loop {
            let (name, name_span) = parser.name("the name of a parameter")?;
            parser.expect(":", "and the parameter's type")?;
            let (kind, kind_span) = parser.name("a type")?;
            parameters.push(Parameter { name, name_span, kind, kind_span });
            if !parser.takes(",") {
                break;
            }
        }
        parser.expect(")", "after the parameters")?;
    }
    parser.end()?;
    Ok(Head { name, name_span, parameters })
}

/// Parses a single name.
pub fn name(text: &str) -> Result<String, Error> {
    let mut parser = Parser::new(text)?;
    let (name, _) = parser.name("a name")?;
    parser.end()?;
    Ok(name)
}

/// Returns the number of a square from its name: 0 (a1) to 63 (h8).
fn square(word: &str) -> Option<u8> {
    match word.as_bytes() {
        [file @ b'a'..=b'h', rank @ b'1'..=b'8'] => Some((rank - b'1') * 8 + file - b'a'),
        _ => None,
    }
}

/// Creates a node, unless it is nested too deeply.
fn node(kind: Kind, span: Range<usize>) -> Result<Ast, Error> {
    let height = 1 + Ast::parts(&kind).map(|part| part.height).max().unwrap_or(0);
    if height > MAX_DEPTH {
        return Err(too_deep(span));
    }
    Ok(Ast { kind, span, height })
}

/// Adds an operand: to the chain on the left, or to a new one that begins with the left operand.
fn linked(mut left: Ast, link: Link, is_chain: bool) -> Result<Ast, Error> {
    let whole = left.span.start..link.operand.span.end;
    match &mut left.kind {
        Kind::Chain(_, links) if is_chain => {
            left.height = left.height.max(1 + link.operand.height);
            if left.height > MAX_DEPTH {
                return Err(too_deep(link.operand.span));
            }
            left.span = whole;
            links.push(link);
            Ok(left)
        }
        _ => node(Kind::Chain(Box::new(left), vec![link]), whole),
    }
}

fn too_deep(span: Range<usize>) -> Error {
    let message = format!("the expression is nested too deeply: at most {MAX_DEPTH} levels");
    error(span, message).hint("give parts of it names in `let`")
}

struct Parser<'t> {
    tokens: Vec<Spanned<'t>>,
    at: usize,
    depth: usize,
}

impl<'t> Parser<'t> {
    fn new(text: &'t str) -> Result<Self, Error> {
        Ok(Self { tokens: tokens(text)?, at: 0, depth: 0 })
    }

    fn peek(&self) -> Token<'t> {
        self.tokens[self.at].0
    }

    /// The token after the next.
    fn second(&self) -> Token<'t> {
        self.tokens.get(self.at + 1).map_or(Token::End, |(token, _)| *token)
    }

    fn span(&self) -> Range<usize> {
        self.tokens[self.at].1.clone()
    }

    /// Consumes the next token; the end is not consumed.
    fn next(&mut self) -> Spanned<'t> {
        let token = self.tokens[self.at].clone();
        self.at = (self.at + 1).min(self.tokens.len() - 1);
        token
    }

    /// Consumes a sign if it comes next, and returns `true` then.
    fn takes(&mut self, sign: &'static str) -> bool {
        let takes = self.peek() == Token::Sign(sign);
        if takes {
            self.next();
        }
        takes
    }

    fn expect(&mut self, sign: &'static str, why: &str) -> Result<Range<usize>, Error> {
        if self.peek() == Token::Sign(sign) {
            Ok(self.next().1)
        } else {
            Err(self.unexpected(&format!("`{sign}` {why}")))
        }
    }

    /// An error: the next token is not the expected one.
    fn unexpected(&self, expected: &str) -> Error {
        let found = match self.peek() {
            Token::Word(word) => format!("`{word}`"),
            Token::Number(number) => format!("`{number}`"),
            Token::Sign(sign) => format!("`{sign}`"),
            Token::End => "the end".to_owned(),
        };
        error(self.span(), format!("expected {expected}, found {found}"))
    }

    fn end(&self) -> Result<(), Error> {
        match self.peek() {
            Token::End => Ok(()),
            Token::Sign(")") => Err(error(self.span(), "this `)` closes nothing")),
            _ => Err(self.unexpected("an operator or the end")),
        }
    }

    fn name(&mut self, what: &str) -> Result<(String, Range<usize>), Error> {
        match self.peek() {
            Token::Word(word) if WORDS.contains(&word) => {
                Err(error(self.span(), format!("`{word}` is a word of the language and no name")))
            }
            Token::Word(word) if square(word).is_some() => {
                Err(error(self.span(), format!("`{word}` is a square and no name")))
            }
            Token::Word(word) => {
                let (_, span) = self.next();
                Ok((word.to_owned(), span))
            }
            _ => Err(self.unexpected(what)),
        }
    }

    /// Returns the operator that comes next, with its precedence.
    fn operator(&self) -> Option<(Binary, u8)> {
        let (Token::Sign(sign) | Token::Word(sign)) = self.peek() else {
            return None;
        };
        BINARY.iter().find(|(written, ..)| *written == sign).map(|&(_, binary, binds)| (binary, binds))
    }

    /// Parses operands joined by operators of higher precedence than `loosest`.
    fn binary(&mut self, loosest: u8) -> Result<Ast, Error> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(too_deep(self.span()));
        }
        let mut left = self.prefix()?;
        let mut compared = false;
        // Precedence of the chain in `left`, if it is one.
        let mut chained = None;
        while let Some((binary, binds)) = self.operator().filter(|(_, binds)| *binds > loosest) {
            let (_, span) = self.next();
            if binds == COMPARISON && compared {
                return Err(
                    error(span, "comparisons cannot be chained").hint("join two comparisons with `and`")
                );
            }
            compared |= binds == COMPARISON;
            let operand = self.binary(binds)?;
            let link = Link { binary, sign: span, operand };
            left = linked(left, link, chained == Some(binds))?;
            chained = Some(binds);
        }
        self.depth -= 1;
        Ok(left)
    }

    fn prefix(&mut self) -> Result<Ast, Error> {
        let (unary, binds) = match self.peek() {
            Token::Sign("-") => (Unary::Negative, PREFIX),
            Token::Sign("~") => (Unary::Complement, PREFIX),
            Token::Word("not") => (Unary::Not, NOT),
            _ => return self.postfix(),
        };
        let (_, span) = self.next();
        let operand = self.binary(binds)?;
        let whole = span.start..operand.span.end;
        node(Kind::Unary(unary, Box::new(operand)), whole)
    }

    fn postfix(&mut self) -> Result<Ast, Error> {
        let mut ast = self.primary()?;
        while self.takes(".") {
            let (name, span) = self.name("the name of something that a side has")?;
            let whole = ast.span.start..span.end;
            ast = node(Kind::Of(Box::new(ast), name, span), whole)?;
        }
        Ok(ast)
    }

    fn primary(&mut self) -> Result<Ast, Error> {
        let span = self.span();
        let kind = match self.peek() {
            Token::Number(number) => {
                self.next();
                Kind::Number(number)
            }
            Token::Sign("(") => {
                self.next();
                let inner = self.binary(0)?;
                let close = self.expect(")", "to close the bracket")?;
                return Ok(Ast { span: span.start..close.end, ..inner });
            }
            Token::Word(word) if !WORDS.contains(&word) => {
                self.next();
                return match square(word) {
                    Some(square) => self.square_or_range(square, span),
                    None => self.name_or_call(word, span),
                };
            }
            _ => return Err(self.unexpected("a name, a number, a square or `(`")),
        };
        node(kind, span)
    }

    /// Parses a square, or a range that begins with it.
    fn square_or_range(&mut self, corner: u8, span: Range<usize>) -> Result<Ast, Error> {
        if !self.takes("..") {
            return node(Kind::Square(corner), span);
        }
        let Token::Word(word) = self.peek() else {
            return Err(self.unexpected("the square in the opposite corner, as in `b2..g7`"));
        };
        let Some(other) = square(word) else {
            return Err(self.unexpected("the square in the opposite corner, as in `b2..g7`"));
        };
        let (_, end) = self.next();
        node(Kind::Range(corner, other), span.start..end.end)
    }

    /// Parses a name, a call or a loop.
    fn name_or_call(&mut self, word: &str, span: Range<usize>) -> Result<Ast, Error> {
        let name = word.to_owned();
        if !self.takes("(") {
            return node(Kind::Name(name), span);
        }
        if builtins::find_loop(&name).is_some() && self.second() == Token::Word("in") {
            return self.loop_or_call(name, span);
        }
        let mut arguments = Vec::new();
        if self.peek() != Token::Sign(")") {
            arguments.push(self.binary(0)?);
            while self.takes(",") {
                arguments.push(self.binary(0)?);
            }
        }
        let close = self.expect(")", &format!("or `,` after an argument of `{name}`"))?;
        let whole = span.start..close.end;
        node(Kind::Call(name, span, arguments), whole)
    }

    /// Parses `name(variable in set, body)` from the variable on. Without a body it is a call, whose argument tests
    /// membership in a set.
    fn loop_or_call(&mut self, function: String, function_span: Range<usize>) -> Result<Ast, Error> {
        let start = self.at;
        let (variable, variable_span) = self.name("a name for the square")?;
        self.next();
        let set = self.binary(COMPARISON)?;
        if self.peek() == Token::Sign(")") {
            self.at = start;
            let argument = self.binary(0)?;
            let close = self.expect(")", "after the argument")?;
            let whole = function_span.start..close.end;
            return node(Kind::Call(function, function_span, vec![argument]), whole);
        }
        self.expect(",", &format!("and what `{function}` is to do with each `{variable}`"))?;
        let body = self.binary(0)?;
        let close = self.expect(")", &format!("after the body of `{function}`"))?;
        let span = function_span.start..close.end;
        let kind =
            Kind::Loop(Box::new(LoopAst { function, function_span, variable, variable_span, set, body }));
        node(kind, span)
    }
}
