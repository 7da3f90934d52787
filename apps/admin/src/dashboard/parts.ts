import { GetFigures, GetHealth } from './dashboard.handlers.ts'
import { Owners } from './owners.ts'

/** How the installation stands, asked of those who know. */
export const dashboardHandlers = [GetFigures, GetHealth]
export const dashboardProviders = [Owners]
