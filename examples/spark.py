"""Mines the repositories of a list on Spark, counts what was found, and writes it as Parquet.

    spark-submit examples/spark.py list.txt out/
    python examples/spark.py list.txt out/          on this machine
"""

import sys

import refdiff.spark
from pyspark.sql import SparkSession

spark = SparkSession.builder.appName("refdiff").getOrCreate()
repositories = spark.read.text(sys.argv[1]).withColumnRenamed("value", "repository")

mined = refdiff.spark.mine(spark, repositories).cache()
mined.where("error IS NOT NULL").select("repository", "error").show(truncate=False)

found = mined.where("error IS NULL").drop("error")
found.groupBy("type").count().orderBy("count", ascending=False).show(20, truncate=False)
found.write.parquet(sys.argv[2])
spark.stop()
