export declare function guard(dependencies: readonly unknown[], value: () => unknown): unknown;
