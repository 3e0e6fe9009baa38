declare module 'gltf-validator' {
  type Issue = {
    readonly code: string;
    readonly message: string;
    readonly severity: number;
    readonly pointer?: string;
  };
  type Report = {
    readonly issues: {
      readonly numErrors: number;
      readonly numWarnings: number;
      /** Whether there are more than were asked for. */
      readonly truncated: boolean;
      readonly messages: readonly Issue[];
    };
  };
  export function validateBytes(
    data: Uint8Array,
    options?: {
      readonly maxIssues?: number;
      readonly uri?: string;
      readonly ignoredIssues?: readonly string[];
      readonly writeTimestamp?: boolean;
      readonly externalResourceFunction?: (uri: string) => Promise<Uint8Array>;
    },
  ): Promise<Report>;
}
