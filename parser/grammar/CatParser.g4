/*
 * Memory models in cat; clmm/parser/cat_tree.h describes the language.
 *
 * Tokens come from src/cat_lexer.h, which also tells the infix `*` (PRODUCT) from the postfix
 * one (CLOSURE); CatTokens.tokens numbers them. Every decision needs one token of lookahead,
 * so that the parser never runs ANTLR's prediction. Operators are a flat list that
 * src/cat_builder.cpp orders by precedence.
 */
parser grammar CatParser;

options { tokenVocab = CatTokens; }

// As in LitmusParser.g4: tables are loaded when somebody asks for it.
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

model : title? statement* EOF ;
title : STRING | NAME ;

statement : definition | check | show | include | choice | variantDefault | conditional ;
definition : bindings ;
bindings : 'let' 'rec'? binding ('and' binding)* ;
binding : NAME parameters? '=' expression ;
parameters : NAME | '(' NAME (',' NAME)* ')' ;
check : ('flag' | 'undefined_unless')? '~'? ('acyclic' | 'irreflexive' | 'empty') expression asName? ;
asName : 'as' NAME ;
show : ('show' | 'unshow') shown (',' shown)* ;
shown : expression asName? ;
include : 'include' STRING ;
choice : 'with' NAME 'from' NAME '(' expression ')' ;
variantDefault : 'variant' STRING ;
conditional : 'if' condition statement* ('else' statement*)? 'end' ;

condition : conjunction ('||' conjunction)* ;
conjunction : negation ('&&' negation)* ;
negation : 'not' negation | STRING | '(' condition ')' ;

expression : local | selection | operation ;
local : bindings 'in' expression ;
selection : 'if' condition 'then' expression 'else' expression ;
operation : operand (infix operand)* ;
infix : '|' | ';' | '\\' | '&' | PRODUCT ;
operand : '~'* application postfix* ;
application : atom+ ;
postfix : CLOSURE | '+' | '?' | '^-1' ;
atom : NAME | '0' | emptyBraces | identityOn | group ;
emptyBraces : '{' '}' ;
identityOn : '[' expression ']' ;
group : '(' expression (',' expression)* ')' ;
