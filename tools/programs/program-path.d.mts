// For libs/testing, which is compiled: what runs the tests is plain JavaScript.
export function programPath(command: string, path?: string): string | undefined
