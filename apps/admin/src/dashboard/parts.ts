import { GetFigures } from './get-figures.handler.ts'
import { GetHealth } from './get-health.handler.ts'
import { Owners } from './owners.ts'

/** How the installation stands, asked of those who know. */
export const dashboardHandlers = [GetFigures, GetHealth]
export const dashboardProviders = [Owners]
