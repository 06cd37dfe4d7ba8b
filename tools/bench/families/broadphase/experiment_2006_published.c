// SPDX-License-Identifier: MIT
#include "experiment_2006.h"

#define COUNTS 9
#define FAST_COUNTS 5

static const uint32_t counts[COUNTS] = {250, 500, 750, 1000, 1250, 1500, 1750, 2000, 3000};
static const uint32_t fast_counts[FAST_COUNTS] = {500, 1000, 1500, 2000, 3000};

/// Tables 2.3 and 2.4, in seconds on an Athlon 64 3000+: uniform, clustered.
static const double creation[2][METHOD_2006_PUBLISHED][COUNTS] = {
	{
		{1.9375, 3.9625, 6.3375, 8.1125, 10.1500, 11.6125, 14.2375, 19.1875, 31.7250},
		{0.0250, 0.0813, 0.1875, 0.2250, 0.3438, 0.4188, 0.5063, 0.6250, 0.9313},
		{0.0250, 0.0375, 0.0438, 0.0688, 0.0875, 0.1000, 0.1000, 0.1250, 0.1750},
		{0.7375, 1.1156, 1.4281, 1.8031, 2.2781, 2.9344, 3.7906, 4.6719, 9.3938},
	},
	{
		{1.9625, 3.9438, 6.2438, 8.2563, 10.3063, 11.6125, 14.1813, 18.3063, 31.8250},
		{0.0000, 0.0063, 0.0188, 0.0188, 0.0125, 0.0313, 0.0313, 0.0313, 0.0563},
		{0.0188, 0.0156, 0.0313, 0.0438, 0.0500, 0.0563, 0.0625, 0.0688, 0.1000},
		{0.2844, 0.6844, 1.2688, 2.3688, 3.2188, 4.8531, 6.7188, 9.1594, 20.5000},
	},
};

/// Tables 2.5 and 2.6, calm motion.
static const double calm[2][METHOD_2006_PUBLISHED][COUNTS] = {
	{
		{0.0063, 0.0125, 0.0188, 0.0313, 0.0375, 0.0438, 0.0625, 0.0750, 0.1250},
		{0.0375, 0.1375, 0.3000, 0.3688, 0.5063, 0.5938, 0.7125, 0.8750, 1.2000},
		{0.0188, 0.0313, 0.0563, 0.0750, 0.0938, 0.1125, 0.1438, 0.1688, 0.2813},
		{0.0188, 0.0438, 0.0656, 0.0938, 0.1156, 0.1469, 0.1781, 0.2094, 0.3594},
	},
	{
		{0.0500, 0.1875, 0.6750, 1.5875, 2.8875, 5.1313, 8.7250, 15.0563, 33.8125},
		{0.0500, 0.1938, 0.6875, 1.6000, 2.9250, 5.2000, 8.7875, 15.0750, 33.6813},
		{0.0563, 0.0563, 0.1063, 0.1813, 0.2688, 0.3688, 0.4875, 0.6125, 1.3750},
		{0.0281, 0.0813, 0.1531, 0.2656, 0.3531, 0.5406, 0.7063, 0.9063, 2.0344},
	},
};

/// Table 2.7, its fast half.
static const double fast[2][METHOD_2006_PUBLISHED][FAST_COUNTS] = {
	{
		{0.018750, 0.031250, 0.043750, 0.068750, 0.112500},
		{0.150000, 0.381250, 0.637500, 0.881250, 1.400000},
		{0.037500, 0.081250, 0.125000, 0.168750, 0.293750},
		{0.081250, 0.162750, 0.275000, 0.468750, 0.875000},
	},
	{
		{0.087500, 1.081250, 4.087500, 12.706250, 29.000000},
		{0.100000, 1.093750, 4.075000, 12.812500, 26.962500},
		{0.056250, 0.143750, 0.275000, 0.437500, 0.956250},
		{0.168750, 0.462500, 1.043750, 1.731250, 3.662500},
	},
};

static double look_up(const uint32_t *of, const double *seconds, int length, uint32_t count)
{
	for (int i = 0; i < length; ++i)
		if (of[i] == count)
			return seconds[i];
	return 0;
}

double published_2006_creation(const scene_2006 *scene, method_2006 method)
{
	if (method >= METHOD_2006_PUBLISHED || scene->fast)
		return 0;
	return look_up(counts, creation[scene->clustered][method], COUNTS, scene->count);
}

double published_2006_frame(const scene_2006 *scene, method_2006 method)
{
	if (method >= METHOD_2006_PUBLISHED)
		return 0;
	return scene->fast ? look_up(fast_counts, fast[scene->clustered][method], FAST_COUNTS, scene->count)
					   : look_up(counts, calm[scene->clustered][method], COUNTS, scene->count);
}
