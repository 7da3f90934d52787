import { PickExports } from './pick-exports.ts'
import { SharePicksController } from './share-picks.controller.ts'
import { VisitorPicksController } from './visitor-picks.controller.ts'

/** Photos that visitors of a link pick. */
export const pickControllers = [VisitorPicksController, SharePicksController]
export const pickParts = [PickExports]
