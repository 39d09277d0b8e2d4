/*
 * Litmus tests: the body below the header lines (src/litmus_header.h reads those), with the
 * OpenCL C and C11 subset of clmm/parser/c_tree.h.
 *
 * Tokens come from src/litmus_lexer.h, not from an ANTLR lexer: what is a comment, a label or
 * a keyword depends on whether a body is open, spans are bytes, and a table-driven lexer would
 * cost more at start-up than the rest of a small test. LitmusTokens.tokens numbers them.
 *
 * Every decision needs one token of lookahead, and must: ANTLR's prediction tables cost more to
 * load than a small test to parse, so src/litmus_grammar.cpp loads them for mistakes only. Hence
 * an `if` that has an `else` is a token of its own, as are a `struct` that is defined and a `^`
 * before a block, and operators are a flat list that src/litmus_expression_builder.cpp orders by
 * precedence.
 */
parser grammar LitmusParser;

options {
  tokenVocab = LitmusTokens;
  superClass = DirectParser;
  contextSuperClass = DirectContext;
}
@parser::postinclude {
#include "antlr4/direct_parser.h"
namespace clmm_antlr {
using clmm::syntax::DirectContext;
using clmm::syntax::DirectParser;
}
}

// Generated code loads its tables in the constructor of a static object `_init`. Its definition
// is the one place in the .cpp file with that name; here it becomes a function to call instead.
@parser::members {
private:
  struct Initializer;
public:
  /// Loads the tables that prediction and error recovery need. Idempotent, thread-safe.
  static Initializer load_tables();
}
@parser::definitions {
#define _init load_tables() { static const Initializer once; return once; }
}

test : initialState definition* section* EOF ;

// ---- initial state ----

// The lexer adds a ';' before the closing '}' here and ']' of `locations`, where it is optional.
// KERNELS is no text: it begins the tokens of plain OpenCL C, which has no initial state.
initialState : '{' (initEntry? ';')* '}' | KERNELS ;
initEntry : specifiers? pointer* (INTEGER ':')? initName dimension* ('=' initializer)? ;
initName : NAME | '[' NAME dimension* ']' ;

// ---- threads, functions and what else stands outside them ----

definition : thread | launch | typeDefinition | fileScope | ';' ;
thread : NAME placements? '(' parameters? ')' block ;
placements : '@' placement (',' placement)* ;
placement : NAME INTEGER | HOST ;
launch : LAUNCH expression ';' ;
typeDefinition : 'typedef' newTypes ';' ;
newTypes : specifiers typeDeclarator (',' typeDeclarator)* ;
typeDeclarator : pointer* NAME dimension* attribute* ;
// A struct alone, a function or variables.
fileScope : specifiers (';' | pointer* NAME (functionRest | variableRest)) ;
functionRest : '(' parameters? ')' attribute* (block | ';') ;
variableRest : dimension* attribute* ('=' initializer)? (',' declarator)* ';' ;
parameters : parameter (',' parameter)* ;
parameter
    : specifiers pointer* ((NAME | arrayPointer NAME ')') dimension* attribute* | dimension+)? ;
attribute : ATTRIBUTE '(' '(' attributeItem? (',' attributeItem?)* ')' ')' ;
attributeItem : attributeName ('(' (attributeArgument (',' attributeArgument)*)? ')')? ;
attributeName : NAME | QUALIFIER | TYPE | STORAGE ;
attributeArgument : typeName | assignment ;

// ---- types and declarations ----

specifiers : specifier+ ;
specifier
    : TYPE | QUALIFIER | STORAGE | 'struct' NAME | '_Atomic' ('(' typeName ')')?
    | structDefinition | ENUM NAME | enumDefinition | attribute
    ;
// Inside braces the lexer gives a definition that declares nothing an empty NAME.
structDefinition : STRUCT_DEFINITION attribute* NAME? '{' field* '}' ;
enumDefinition : ENUM_DEFINITION NAME? '{' enumerator (',' enumerator)* '}' ;
enumerator : NAME ('=' assignment)? ;  // the lexer drops a last ','
field : specifiers fieldDeclarator (',' fieldDeclarator)* ';' ;
fieldDeclarator : pointer* NAME dimension* attribute* ;
typeName : specifiers pointer* (arrayPointer ')' dimension+ | dimension+)? ;
// ARRAY_POINTER is the '(' of `(*name)[` or `(*)[` behind a type.
arrayPointer : ARRAY_POINTER pointer+ ;
pointer : '*' QUALIFIER* ;
dimension : '[' expression? ']' ;
declaration : specifiers declarator (',' declarator)* ';' ;
declarator
    : pointer* (NAME | arrayPointer NAME ')') dimension* attribute* ('=' initializer)? ;
initializer : assignment | initializerList ;
initializerList : '{' (element (',' element)*)? '}' ;  // the lexer drops a last ','
element : (designator+ '=')? initializer ;  // designators and compound literals are reported
designator : '.' NAME | '[' expression ']' ;

// ---- statements ----

block : '{' statement* '}' ;
statement
    : block | emptyStatement | ifStatement | whileStatement | doStatement | forStatement
    | switchStatement | caseLabel | defaultLabel | breakStatement | continueStatement
    | returnStatement | labelled | innerTypeDefinition | declaration | expressionStatement
    ;
innerTypeDefinition : INNER_TYPEDEF newTypes ';' ;
emptyStatement : ';' ;
ifStatement
    : 'if' '(' expression ')' statement
    | IF_ELSE '(' expression ')' statement 'else' statement
    ;
whileStatement : 'while' '(' expression ')' statement ;
doStatement : 'do' statement 'while' '(' expression ')' ';' ;
forStatement : 'for' '(' forInit forCondition? ';' forStep? ')' statement ;
forInit : declaration | expressionStatement | emptyStatement ;
forCondition : expression ;
forStep : expression ;
switchStatement : 'switch' '(' expression ')' statement ;
caseLabel : 'case' expression (ELLIPSIS expression)? ':' ;
defaultLabel : 'default' ':' ;
breakStatement : 'break' ';' ;
continueStatement : 'continue' ';' ;
returnStatement : 'return' expression? ';' ;
labelled : LABEL ':' statement ;
expressionStatement : expression ';' ;

// ---- expressions ----

expression : assignment (',' assignment)* ;
assignment : operand infix* ;
infix : infixOperator operand | '?' expression ':' operand ;
infixOperator
    : '*' | '/' | '%' | '+' | '-' | '<<' | '>>' | '<' | '>' | '<=' | '>=' | '==' | '!='
    | '&' | '^' | '|' | '&&' | '||'
    | '=' | '*=' | '/=' | '%=' | '+=' | '-=' | '<<=' | '>>=' | '&=' | '^=' | '|='
    ;
operand : prefixed | sizeOf | parenthesised | simple | blockLiteral ;
prefixed : ('+' | '-' | '!' | '~' | '*' | '&' | '++' | '--') operand ;
sizeOf : 'sizeof' (sizeOfParenthesised | prefixed | sizeOf | simple) ;
sizeOfParenthesised : '(' (typeName ')' | expression ')' postfix*) ;
// A block in parentheses is a statement expression.
parenthesised
    : '(' (typeName ')' (operand | initializerList postfix*) | expression ')' postfix*
        | block ')' postfix*)
    ;
simple : primary postfix* ;
primary : INTEGER | FLOATING | STRING | 'true' | 'false' | NAME call? ;
// BLOCK is `^`, with `(void)` where that follows; BLOCK_PARAMETERS is `^` before others.
blockLiteral : BLOCK block | BLOCK_PARAMETERS '(' parameters ')' block ;
call : '(' (assignment (',' assignment)*)? ')' ;
postfix : '[' expression ']' | ('.' | '->') NAME | '++' | '--' ;

// ---- after the threads ----

section : scopeTree | locations | filter | condition ;
scopeTree : 'scopeTree' scopeNode+ ;
scopeNode : '(' (scopeNode | NAME | ',')* ')' ;
locations : 'locations' '[' (location? ';')* ']' ;
location : atom (specifiers pointer*)? ;
filter : 'filter' proposition ;
condition : (('~' | 'not')? 'exists' | 'forall') proposition ;

proposition : propositionOperand (connective propositionOperand)* ;
connective : '/\\' | '\\/' | '=>' | '<=>' | '&&' | '||' ;  // the last two are reported
propositionOperand
    : ('~' | 'not' | '!') propositionOperand
    | '(' proposition? ')'  // nothing: true, as in herd
    | 'true'
    | 'false'
    | comparison
    ;
comparison : atom relation atom ;
relation : '=' | '==' | '!=' | '<>' | '<' | '<=' | '>' | '>=' ;
atom
    : ('-' | '+') INTEGER
    | INTEGER (':' unitRegister)?
    | NAME (':' unitRegister | atomPart*)
    | '[' NAME atomPart* ']'
    | '*' NAME
    | '&' NAME
    ;
atomPart : '[' INTEGER ']' | '.' NAME ;
unitRegister : NAME ('[' INTEGER ']')? ;
