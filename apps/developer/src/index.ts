export { developerService } from './developer.service.ts'
