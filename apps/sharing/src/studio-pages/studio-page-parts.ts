import { GetStudioPage, ListShown, OpenStudioPage } from './studio-pages.handlers.ts'
import { StudioPages } from './studio-pages.ts'
import { UpdateStudioPage } from './update-studio-page.handler.ts'

export const studioPageHandlers = [GetStudioPage, UpdateStudioPage, OpenStudioPage, ListShown]
export const studioPageProviders = [StudioPages]
