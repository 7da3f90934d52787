import { GetStudioPage } from './get-studio-page.handler.ts'
import { OpenStudioPage } from './open-studio-page.handler.ts'
import { ListShown } from './list-shown.handler.ts'
import { StudioPages } from './studio-pages.ts'
import { UpdateStudioPage } from './update-studio-page.handler.ts'

export const studioPageHandlers = [GetStudioPage, UpdateStudioPage, OpenStudioPage, ListShown]
export const studioPageProviders = [StudioPages]
