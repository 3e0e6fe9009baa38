import fc from 'fast-check';

// Chance is the same in every run, so that what fails was changed and what fails can be repeated.
fc.configureGlobal({ seed: Number(process.env.LODESTOCK_TEST_SEED || 20261123) });
