export { libraryService } from './library.service.ts'
