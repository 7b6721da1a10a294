import { settlesAsTold } from './settles-on-both-sides'

settlesAsTold('vendor', [2000, 1300])
