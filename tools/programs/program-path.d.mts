// Types for libs/testing. The test runner itself is plain JavaScript.
export function programPath(command: string, path?: string): string | undefined
