import { postgresVariable } from '../helpers/fresh-accounts.ts';

process.env[postgresVariable] = 'true';
