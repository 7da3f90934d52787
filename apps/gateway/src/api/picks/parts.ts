import { NewsController } from '../news/news.controller.ts'
import { SeenCookies } from '../news/seen-cookies.ts'
import { PickExports } from './pick-exports.ts'
import { SharePicksController } from './share-picks.controller.ts'
import { VisitorPicksController } from './visitor-picks.controller.ts'

/** Photos that visitors of a link pick, and what is new to them. */
export const pickControllers = [VisitorPicksController, SharePicksController, NewsController]
export const pickParts = [PickExports, SeenCookies]
