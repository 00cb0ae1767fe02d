// What the viewer uses of lit-html, for the type checker. Ours, not the package's.
export interface TemplateResult {
  readonly _$litType$: number;
}
export declare const nothing: unique symbol;
/** What stands in a pane: a template, or nothing. */
export type Template = TemplateResult | typeof nothing;
export declare function html(strings: TemplateStringsArray, ...values: unknown[]): TemplateResult;
export declare function svg(strings: TemplateStringsArray, ...values: unknown[]): TemplateResult;
export declare function render(value: unknown, container: HTMLElement): unknown;
