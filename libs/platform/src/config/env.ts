/** The only place that reads the environment. Everything else is handed a parsed configuration. */
export type Env = Readonly<Record<string, string | undefined>>
export const processEnv = (): Env => process.env
