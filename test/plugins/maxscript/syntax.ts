import type { Value } from './values.ts';

export type Place = { readonly line: number; readonly column: number };

export type KeyArgument = { readonly name: string; readonly value: Node };
export type FunctionNode = Place & {
  readonly type: 'function';
  readonly name: string;
  readonly parameters: readonly string[];
  readonly keys: readonly { readonly name: string; readonly initial: Node | null }[];
  readonly body: Node;
};
export type Handler = Place & {
  readonly type: 'handler';
  /** The control, or null for events of the rollout or macro itself. */
  readonly target: string | null;
  readonly event: string;
  readonly parameters: readonly string[];
  readonly body: Node;
};
export type Control = Place & {
  readonly type: 'control';
  readonly kind: string;
  readonly name: string;
  readonly label: Node | null;
  readonly keys: readonly KeyArgument[];
};
export type PanelNode = Place & {
  readonly type: 'rollout' | 'macroscript';
  readonly name: string;
  readonly title: string;
  readonly keys: readonly KeyArgument[];
  readonly items: readonly Item[];
};
export type Item = Control | Handler | Node;
export type StructMember = { readonly name: string; readonly initial: Node | null } | FunctionNode;

export type Node = Place &
  (
    | { readonly type: 'literal'; readonly value: Value }
    | { readonly type: 'identifier'; readonly name: string }
    | { readonly type: 'block'; readonly body: readonly Node[] }
    | { readonly type: 'array' | 'bits' | 'point'; readonly items: readonly Node[] }
    | { readonly type: 'negate' | 'not'; readonly operand: Node }
    | { readonly type: 'binary'; readonly operator: string; readonly left: Node; readonly right: Node }
    | { readonly type: 'convert'; readonly value: Node; readonly to: string }
    | { readonly type: 'assign'; readonly operator: string; readonly target: Node; readonly value: Node }
    | {
        readonly type: 'declare';
        readonly isGlobal: boolean;
        readonly names: readonly { readonly name: string; readonly initial: Node | null }[];
      }
    | FunctionNode
    | { readonly type: 'if'; readonly test: Node; readonly chosen: Node; readonly otherwise: Node | null }
    | { readonly type: 'while'; readonly test: Node; readonly body: Node }
    | {
        readonly type: 'for';
        readonly variable: string;
        readonly from: Node;
        readonly to: Node | null;
        readonly step: Node | null;
        readonly whileTest: Node | null;
        readonly whereTest: Node | null;
        readonly isCollect: boolean;
        readonly body: Node;
      }
    | {
        readonly type: 'case';
        readonly subject: Node;
        readonly arms: readonly { readonly label: Node | null; readonly body: Node }[];
      }
    | { readonly type: 'undo'; readonly label: string; readonly body: Node }
    | { readonly type: 'try'; readonly body: Node; readonly otherwise: Node }
    | { readonly type: 'return' | 'throw'; readonly value: Node | null }
    | { readonly type: 'exit' | 'continue' }
    | {
        readonly type: 'call';
        readonly callee: Node;
        readonly values: readonly Node[];
        readonly keys: readonly KeyArgument[];
      }
    | { readonly type: 'property'; readonly object: Node; readonly name: string }
    | { readonly type: 'index'; readonly object: Node; readonly index: Node }
    | { readonly type: 'struct'; readonly name: string; readonly members: readonly StructMember[] }
    | PanelNode
  );
