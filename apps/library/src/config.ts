import { Config, purgeAfterDays } from '@daymark/platform'
import { z } from 'zod'

export class LibraryConfig extends Config('DAYMARK_LIBRARY', z.object({ purgeAfterDays })) {}
