import { LIMITS } from "../limits.ts";
import type { Expression } from "./expression.ts";
import { expressionError } from "./expression-error.ts";
import { type ParserMeter, type Token, tokenize } from "./tokenizer.ts";

/** Reads `<path> <operator> <literal>` combined with `&&`, `||`, `!` and parentheses. */
export function parseExpression(text: string, meter: ParserMeter = { steps: 0 }): Expression {
  if (text.length > LIMITS.expressionLength) {
    throw expressionError(
      text,
      LIMITS.expressionLength,
      `it is longer than ${LIMITS.expressionLength} characters`,
    );
  }
  const tokens = tokenize(text, meter);
  let nodes = 0;
  let index = 0;

  const expression = parseOr();
  if (peek().kind !== "end") throw unexpected("only && or || may follow a complete comparison");
  return expression;

  function parseOr(): Expression {
    return parseList("||", "or", parseAnd);
  }

  function parseAnd(): Expression {
    return parseList("&&", "and", parseUnary);
  }

  function parseList(
    separator: "||" | "&&",
    kind: "or" | "and",
    parseOperand: () => Expression,
  ): Expression {
    const first = parseOperand();
    const operands = [first];
    while (accept(separator)) {
      countNode();
      operands.push(parseOperand());
    }
    return operands.length === 1 ? first : { kind, operands };
  }

  function parseUnary(): Expression {
    if (accept("!")) {
      countNode();
      return { kind: "not", operand: parseUnary() };
    }
    if (accept("(")) {
      countNode();
      const inner = parseOr();
      if (!accept(")")) throw unexpected("a closing parenthesis is missing");
      return inner;
    }
    return parseComparison();
  }

  function parseComparison(): Expression {
    countNode();
    const path = take();
    if (path.kind !== "path") throw unexpected("a path such as result.count must stand here", path);
    const operator = take();
    if (operator.kind !== "operator") {
      throw unexpected("a comparison (=== !== >= <= > <) must follow the path", operator);
    }
    const literal = take();
    if (literal.kind !== "literal") {
      throw unexpected("a number, quoted string, true, false or null must stand here", literal);
    }
    return {
      kind: "comparison",
      path: path.segments,
      operator: operator.operator,
      literal: literal.value,
    };
  }

  function peek(): Token {
    meter.steps += 1;
    return tokens[index] ?? { kind: "end", position: text.length };
  }

  function take(): Token {
    const token = peek();
    index += 1;
    return token;
  }

  function accept(punctuation: "&&" | "||" | "!" | "(" | ")"): boolean {
    const token = peek();
    const isThere = token.kind === "punctuation" && token.text === punctuation;
    if (isThere) index += 1;
    return isThere;
  }

  /** Parentheses count too, so the limit also bounds how deep the parser may recurse. */
  function countNode(): void {
    nodes += 1;
    if (nodes > LIMITS.expressionNodes) {
      throw unexpected(`it has more than ${LIMITS.expressionNodes} parts`);
    }
  }

  function unexpected(problem: string, token: Token = peek()) {
    return expressionError(text, token.position, problem);
  }
}
